//! The seller's profile.

use super::abilities::{PROFILE_VIEW, PROFILE_WRITE};
use super::endpoint::Needs;
use super::replies::Answered;
use super::types::ProfileAnswer;
use super::wire::Changes;

endpoints! {
    about [Profile];

    /// The profile, and the confirmed addresses.
    ///
    /// Parking API, part 2: Seller profile.
    Get "profile.get" Read = Parking GET "parking/profile", Needs::One(PROFILE_VIEW), {} => Answered<ProfileAnswer>;

    /// Changes the profile; only changes are sent.
    ///
    /// Parking API, part 2: Seller profile.
    Save "profile.save" ByUser = Parking POST "parking/profile", Needs::One(PROFILE_WRITE),
        { json profile: Changes, }, touches [Profile, History] => Answered<ProfileAnswer>;
}
