//! Files that are opened as pages.

use parkade::api::settings::Schema;
use parkade::ui::testing::Story;

const SCHEMA: &str = r#"{"schema":[
  {"name":"for_sale","type":"bool","label":"For sale","domain_level":true,"available":true,"allowed_values":null},
  {"name":"bin_price","type":"number","label":"Buy now price","domain_level":true,"available":true,"allowed_values":null}
]}"#;

pub const PRICES: &str = "domain,bin_price,for_sale\nsolarpark.de,1250,yes\nbücher.de,,no\nnot a name,x,maybe\n";

/// Opens the page that imports a file with this content, once the settings are known.
pub fn file(story: &mut Story, content: &str) {
    story.file("/x/prices.csv", content).line("import /x/prices.csv").answer(&Schema {}, SCHEMA);
}
