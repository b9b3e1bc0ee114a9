//! Table of the documents' error keys, with their meaning for the user.

/// Class of an error key, which decides how the program reacts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorClass {
    /// Too many requests: wait and send again.
    Flood,
    /// Not permitted, for one of three reasons: not possible now, a feature the account lacks, or an ability the token
    /// lacks.
    Permission,
    /// The thing is not there any more.
    Gone,
    /// Not an error for the user, because there is just nothing.
    Empty,
    /// The service does not know the name of a setting, so the schema is out of date.
    Schema,
    /// Refused values, each named with its field; nothing was saved.
    Fields,
    /// The service does not accept a filter: a mistake of this program, or an old saved view.
    Filter,
    /// Refusal of something that the program checks before sending.
    Prevented,
    /// Action that is not possible here; the message lists the possible ones.
    Action,
    /// Error whose message from the service needs no further words.
    Verbatim,
    /// A yearly limit, not a limit of requests; never sent again.
    YearlyLimit,
    /// The thing is in a state that does not allow this now.
    Conflict,
}

/// One error key.
#[derive(Debug, PartialEq, Eq)]
pub struct ErrorKey {
    pub code: &'static str,
    /// HTTP status the key comes with.
    pub status: u16,
    pub class: ErrorClass,
    /// Sentence about the error; for `Verbatim` and similar classes it is used if the service sent no message.
    pub text: &'static str,
    /// Advice for the user.
    pub hint: &'static str,
}

macro_rules! keys {
    ($($name:ident: [$($rows:ident $code:literal $status:literal $class:ident $text:literal $hint:literal;)+])+) => { $(
        $( pub const $rows: &str = $code; )+

        /// One row per key.
        pub const $name: &[ErrorKey] = &[$(
            ErrorKey { code: $code, status: $status, class: ErrorClass::$class, text: $text, hint: $hint },
        )+];
    )+ };
}

keys! {
    KEYS: [
        FLOOD "np_parking_api_error_flood" 429 Flood
            "Changes were made too quickly." "Try again after the wait.";
        NO_PERMISSION "do_not_have_permission" 403 Permission
            "The service does not allow this."
            "Not possible at the moment, a feature the account lacks, or perhaps an ability the token lacks.";
        DOMAIN_NOT_FOUND "np_parking_api_error_domain_not_found" 404 Gone
            "This domain is no longer in the account." "Refresh the list with ctrl-r.";
        EMAIL_NOT_FOUND "np_parking_api_error_email_not_found" 404 Gone
            "This message is no longer there." "Refresh the list with ctrl-r.";
        INQUIRY_NOT_FOUND "np_parking_api_error_inquiry_not_found" 404 Gone
            "This inquiry is no longer there." "Refresh the list with ctrl-r.";
        IMPORT_NOT_FOUND "np_parking_api_error_import_not_found" 404 Gone
            "This import is no longer there." "Refresh the list with ctrl-r.";
        EXPORT_NOT_FOUND "np_parking_api_error_export_not_found" 404 Gone
            "This export is no longer there." "Exports are kept for seven days; make a new one.";
        IMAGE_NOT_FOUND "np_parking_api_error_image_not_found" 404 Gone
            "This image is no longer there." "Refresh the list with ctrl-r.";
        SENDER_NOT_FOUND "np_parking_api_error_sender_not_found" 404 Gone
            "This sender is no longer on the list." "Refresh the list with ctrl-r.";
        HISTORY_NOT_FOUND "np_parking_api_error_history_not_found" 404 Gone
            "This version is no longer there." "Refresh the history with ctrl-r.";
        NO_STATUS "np_parking_api_error_no_status" 404 Empty
            "This domain was never imported." "There is nothing to show.";
        NOTHING_TO_EXPORT "np_parking_api_error_nothing_to_export" 404 Empty
            "Nothing matches, so there is nothing to export." "Choose other filters.";
        UNKNOWN_SETTINGS "np_parking_api_error_unknown_settings" 400 Schema
            "A setting is not known to the service; nothing was saved." "The list of settings is read again.";
        INVALID_SETTINGS "np_parking_api_error_invalid_settings" 400 Fields
            "Some values were refused; nothing was saved." "Correct the marked fields and save again.";
        INVALID_STATE "np_parking_api_error_invalid_state" 400 Filter
            "The service refused the tab." "Look at the request log with @.";
        INVALID_LISTING "np_parking_api_error_invalid_listing" 400 Filter
            "The service refused the listing filter." "Clear the filter, or look at the request log with @.";
        INVALID_INQUIRY_FILTER "np_parking_api_error_invalid_inquiry_filter" 400 Filter
            "The service refused an inquiry filter." "Clear the filter, or look at the request log with @.";
        INVALID_EMAIL_FILTER "np_parking_api_error_invalid_email_filter" 400 Filter
            "The service refused a mail filter." "Clear the filter, or look at the request log with @.";
        INVALID_EXPORT_TYPE "np_parking_api_error_invalid_export_type" 400 Filter
            "The service refused the kind of export." "Look at the request log with @.";
        INVALID_EXPORT_FILTER "np_parking_api_error_invalid_export_filter" 400 Filter
            "The service refused an export filter." "Choose other filters.";
        NO_DOMAINS "np_parking_api_error_no_domains" 400 Prevented
            "No domain was given." "Give at least one.";
        TOO_MANY_DOMAINS "np_parking_api_error_too_many_domains" 400 Prevented
            "These are more than 500 domains." "Save them in smaller parts.";
        BULK_SELECTION "np_parking_api_error_bulk_selection" 400 Prevented
            "Nothing was selected, or both a selection and everything." "Mark the rows again.";
        BULK_TOO_MANY "np_parking_api_error_bulk_too_many" 400 Prevented
            "These are more than 10,000." "Do it in smaller parts.";
        NO_QUERY "np_parking_api_error_no_query" 400 Prevented
            "There is nothing to search for." "Type a word.";
        QUERY_TOO_LONG "np_parking_api_error_query_too_long" 400 Prevented
            "The search is longer than 200 characters or 20 words." "Shorten it.";
        CSV_MISSING "np_parking_api_error_csv_missing" 400 Prevented
            "No file was sent, or it is not a CSV." "Choose another file.";
        CSV_COLUMNS "np_parking_api_error_csv_columns" 400 Prevented
            "The columns do not fit." "Name each field once, and one of them the domain.";
        IMAGE_INPUT "np_parking_api_error_image_input" 400 Prevented
            "An image is added either by file or by link." "Give one of them.";
        IMAGE_URL_INVALID "np_parking_api_error_image_url_invalid" 400 Prevented
            "This is not the address of an image." "Give an http or https address.";
        BULK_ACTION "np_parking_api_error_bulk_action" 400 Action
            "This view does not offer that." "Choose another action or another view.";
        IMPORT_REFUSED "import_refused" 400 Verbatim
            "The import was refused." "Correct the file and try again.";
        SENDER_REFUSED "np_parking_api_error_sender_refused" 400 Verbatim
            "The sender was refused." "Give another address.";
        NAMESERVER_REFUSED "np_parking_api_error_nameserver_refused" 400 Verbatim
            "The nameserver name was refused." "Choose another name.";
        IMAGE_INVALID "np_parking_api_error_image_invalid" 400 Verbatim
            "This is not an image the service can host." "PNG, JPEG, GIF, WebP or SVG, up to 10 MB.";
        TOO_MANY_IMAGES "np_parking_api_error_too_many_images" 400 Verbatim
            "The account holds as many images as it may." "Remove one that is not used.";
        NAMESERVER_LIMIT "np_parking_api_error_nameserver_limit" 429 YearlyLimit
            "The yearly number of nameserver names is used up." "The message says when the next is possible.";
        IMPORT_CANNOT_RERUN "np_parking_api_error_import_cannot_rerun" 409 Conflict
            "This import cannot be run again now." "Wait until it has finished.";
        EXPORT_NOT_READY "np_parking_api_error_export_not_ready" 409 Conflict
            "This export is not ready." "Watch it, and fetch it when it has finished.";
        IMAGE_IN_USE "np_parking_api_error_image_in_use" 409 Conflict
            "A setting still uses this image." "Take it out of the cover images first.";
        HISTORY_CANNOT_UNDO "np_parking_api_error_history_cannot_undo" 409 Conflict
            "This version cannot be undone: there is nothing before it." "Change the settings themselves.";
    ]
    ADS_KEYS: [
        LOGO_PROCESSING_FAILED "logo_processing_failed" 400 Verbatim
            "The logo could not be used; nothing on the campaign was changed."
            "PNG, JPEG, GIF or WebP, up to 2 MB and 1000×1000 pixels.";
        TOO_MANY_CAMPAIGNS "np_ads_error_too_many_campaigns" 400 Verbatim
            "There are as many active campaigns as there may be." "Deactivate another one first.";
        CAMPAIGN_NOT_FOUND "np_ads_error_campaign_not_found" 404 Gone
            "This campaign is not there." "Refresh the list with ctrl-r.";
    ]
}

/// Entry of the table for an error key of either service; `None` for an undocumented one, whose message is shown
/// verbatim.
pub fn find(code: &str) -> Option<&'static ErrorKey> {
    KEYS.iter().chain(ADS_KEYS).find(|key| key.code == code)
}
