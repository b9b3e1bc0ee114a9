//! Attachments that could run when opened, or whose type or name is wrong.

use parkade::ui::Effect;

use crate::support::mail::{MESSAGE, download, open};

#[test]
fn a_file_that_runs_or_is_not_what_it_is_called_is_saved_after_a_question_that_says_so() {
    let said = |name: &str, kind: &str| {
        let mut story = open();
        let message = MESSAGE.replace("terms.txt", name).replace("text/plain; name", &format!("{kind}; name"));
        story.keys("enter").answer_wanted(&download("m-5"), message.as_bytes());
        story.line("attach 2").wait(400);
        let (asks, shown) = (story.shell.layer_names() == ["dialog"], story.snap());
        story.keys("y");
        assert!(story.sent().iter().any(|effect| matches!(effect, Effect::Save(_))), "{name}: saved at last");
        asks.then_some(shown)
    };
    for (name, kind, warns) in [
        ("setup.exe", "application/octet-stream", "runs when it is opened"),
        ("offer.js", "text/plain", "runs when it is opened"),
        ("invoice.html", "text/html", "is a page whose scripts run"),
        ("terms.pdf", "image/png", "do not match"),
    ] {
        let shown = said(name, kind).expect("a question");
        assert!(shown.contains(warns) && shown.contains("y save"), "{name}:\n{shown}");
    }
    assert_eq!(said("terms.txt", "text/plain"), None, "what is only read is saved at once");
}

#[test]
fn a_file_that_gets_another_name_says_which_and_in_which_folder() {
    let saved = |name: &str| {
        let mut story = open();
        story.size(120, 40).keys("enter");
        story.answer_wanted(&download("m-5"), MESSAGE.replace("terms.txt", &format!("\"{name}\"")).as_bytes());
        let menu = story.keys("a").snap();
        assert!(menu.contains("Save a file in the folder of downloads"), "{menu}");
        let question = story.keys("esc").line("attach 2").wait(400).snap();
        (menu, question)
    };
    let (menu, question) = saved("offer#1.js");
    assert!(menu.contains("as offer_1.js"), "{menu}");
    assert!(question.contains("in the folder of downloads as offer_1.js"), "{question}");
    let (menu, _) = saved("terms, final (2).txt");
    assert!(menu.contains("terms, final (2).txt") && !menu.contains(" as terms"), "{menu}");
}
