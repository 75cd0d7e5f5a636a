//! The report as JUnit XML: a test case a rule.

use quick_junit::{NonSuccessKind, Report as Xml, TestCase, TestCaseStatus, TestSuite};

use super::excerpt::printable;
use crate::judge::Verdict;
use crate::report::{Judged, Report};
use crate::rule::Level;

/// The report as JUnit XML. A broken must is a failure (with `strict` a broken should too); other faults are written to
/// the case's output; what was not judged is skipped with its reason.
pub fn render(report: &Report, strict: bool) -> String {
    let mut xml = Xml::new(report.tool.name);
    let name = report.server.name.as_deref().unwrap_or("server");
    let mut suite = TestSuite::new(printable(name));
    suite.add_test_cases(report.judged().map(|judged| case(judged, strict)));
    xml.add_test_suite(suite);
    xml.to_string().unwrap_or_default()
}

fn case(judged: &Judged, strict: bool) -> TestCase {
    let why = printable(&judged.why);
    let fails = judged.level == Level::Must || (strict && judged.level == Level::Should);
    let mut status = TestCaseStatus::success();
    if judged.is_fault() && fails {
        status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_message(why.clone()).set_type(judged.level.as_str()).set_description(evidence(judged));
    } else if matches!(judged.verdict, Verdict::NotExercised | Verdict::NotApplicable) {
        status = TestCaseStatus::skipped();
        status.set_message(format!("{}: {why}", judged.verdict.as_str()));
    }
    let mut case = TestCase::new(judged.id, status);
    case.set_classname(judged.area());
    if judged.verdict == Verdict::Broken && !(judged.is_fault() && fails) {
        let accepted = judged.accepted.as_deref().map(|reason| format!("accepted: {reason}\n")).unwrap_or_default();
        case.set_system_out(format!("{}: {why}\n{accepted}{}", judged.level.as_str(), evidence(judged)));
    }
    case
}

fn evidence(judged: &Judged) -> String {
    let lines = judged.evidence.iter().map(|evidence| {
        let crate::report::Evidence { transcript, event, excerpt } = evidence;
        format!("{transcript} #{event} {excerpt}\n")
    });
    lines.chain([judged.section.clone()]).collect()
}
