use leptos::prelude::*;

use super::checks::Checks;
use super::header::Header;
use super::lesson::LessonView;
use super::lessons::LessonList;
use super::log::Log;
use super::notices::Notices;
use super::run_bar::RunBar;
use super::settings::SettingsForm;
use super::shared::say;

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    view! {
        <a class="skip" href="#results">{say(|w| w.skip)}</a>
        <Header/>
        <main class="layout">
            <div class="side">
                <LessonList/>
                <SettingsForm/>
            </div>
            <RunBar/>
            <div class="results" id="results" tabindex="-1">
                <Notices/>
                <LessonView/>
                <Checks/>
                <Log/>
            </div>
        </main>
        <footer class="foot">{say(|w| w.footer)}</footer>
    }
}
