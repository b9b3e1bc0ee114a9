//! The account's nameservers and the records that verify a domain without them.

use super::call::{Ask, Obj, Outcome};
use super::world::World;

/// Where the invented service has its nameservers.
const DOMAIN: &str = "parking.example";

/// `GET parking/nameservers`. The values of the records follow from the seed, as they differ by account.
#[expect(clippy::unnecessary_wraps, reason = "a handler like all others")]
pub fn get(world: &mut World, _ask: &Ask, _now: i64) -> Outcome {
    let proof = fastrand::Rng::with_seed(world.maker.seed ^ 0x6e61_6d65).u64(..);
    let mut json = Obj::new();
    json.put("ns", [format!("ns1.{DOMAIN}"), format!("ns2.{DOMAIN}")])
        .put("cname", format!("{proof:016x}.verify.{DOMAIN}"))
        .put("txt", format!("parking-verification={proof:016x}"));
    Ok(json.end())
}
