//! Types used by all rooms: strangers' text, domain names, money, times and ids.
//!
//! Nothing here knows the service or the screen. Look first at [`Untrusted`], the type of every text from outside
//! until it is cleaned.

mod account_name;
mod clean;
mod clock;
mod country;
mod digest;
mod domain;
mod dropped;
mod file_name;
mod fit;
mod id;
mod kept;
mod mail;
mod modeline;
mod money;
mod named;
mod nearest;
mod percent;
mod picture;
mod plain;
mod time;
mod untrusted;
mod when;
pub mod work;
mod written;

pub use account_name::check_account_name;
pub use clean::{MARK, capital, clean_block, clean_line, is_clean, is_hidden, reveal, text_of, title_of, words_of};
pub use clock::{Clock, SystemClock, TestClock, millis};
pub use country::country;
pub use digest::digest;
pub use domain::{DomainName, DomainNameError, Lookalike};
pub use dropped::dropped;
pub use file_name::{file_name, numbered};
pub use fit::{cell_by_cell, cluster_width, fit, start_of, text_width};
pub use id::Id;
pub use kept::Kept;
pub use mail::{MailAddress, address_in, domain_of};
pub use modeline::without_modelines;
pub use money::{Amount, Currency, Decimal, Money, Odd, Rates, Reading, grouped, grouped_by};
pub use named::named;
pub use nearest::{all_of, nearest, not_one_of, one_of, unknown};
pub use percent::percent_encoded;
pub use picture::{PICTURE_PIXELS, is_whole_picture, picture_decodes, picture_size, picture_type};
pub use plain::{
    Links, open_plain, open_to_others, open_with, own_folder, private_folder, read_plain, reason, text_plain,
};
pub use time::{Age, Timestamp, Zone, short_wait, span_words, wait_words};
pub use untrusted::Untrusted;
pub use when::Moment;
pub use written::{ColumnOf, Encoding, HeldBack, HeldRow, Separator, Value, Written, is_nothing, switch};
