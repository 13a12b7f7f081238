//! Two hundred runs in one page, cancels among them: what the browser itself counts afterwards.

use serde_json::Value;

use crate::Result;
use crate::browser::Browser;
use crate::server::Isolation;
use crate::shown::ready;

/// Counts, beneath the page, what it makes and what it gives back. What is only forgotten is counted by the garbage
/// collector: the browser runs with `--js-flags=--expose-gc`.
const COUNT: &str = "
    const count = (window.count = { workers: 0, listeners: 0, memories: 0, channels: 0 });
    const track = (name) => new FinalizationRegistry(() => count[name]--);
    const [memories, channels] = [track('memories'), track('channels')];
    const gone = new WeakSet();
    window.Worker = class extends window.Worker {
        constructor(...given) { super(...given); count.workers++; }
        terminate() { if (!gone.has(this)) { gone.add(this); count.workers--; } super.terminate(); }
    };
    if (window.SharedArrayBuffer) {
        window.SharedArrayBuffer = new Proxy(window.SharedArrayBuffer, {
            construct(target, given) {
                const made = new target(...given);
                count.memories++;
                memories.register(made);
                return made;
            },
        });
    }
    window.MessageChannel = new Proxy(window.MessageChannel, {
        construct(target, given) {
            const made = new target(...given);
            count.channels++;
            channels.register(made);
            return made;
        },
    });
    for (const [kind, step] of [['addEventListener', 1], ['removeEventListener', -1]]) {
        const native = EventTarget.prototype[kind];
        EventTarget.prototype[kind] = function (...given) {
            count.listeners += step;
            return native.apply(this, given);
        };
    }";

/// Two hundred runs, every seventh cancelled at another moment; then what is left, twice: after one run, and at the end.
const RUN: &str = "
    const done = arguments[0];
    const settle = () => new Promise((resolve) => setTimeout(resolve, 300));
    const collected = async () => {
        for (let i = 0; i < 4; i++) { await settle(); gc(); }
        await settle();
        const heap = performance.memory.usedJSHeapSize;
        return { ...window.count, heap, stats: window.rankscope.stats() };
    };
    (async () => {
        await window.rankscope.run({});
        const before = await collected();
        let [cancelled, failed] = [0, 0];
        for (let i = 1; i <= 200; i++) {
            const run = window.rankscope.run({ world_size: 2 + (i % 4), transport: i % 2 ? 'auto' : 'message' });
            if (i % 7 === 0) setTimeout(() => window.rankscope.cancel(), i % 5);
            try {
                const report = await run;
                if (report.error || report.checks.some((check) => !check.passed)) failed++;
            } catch (error) {
                error.code === 'cancelled' ? cancelled++ : failed++;
            }
        }
        await window.rankscope.run({});
        done({ before, after: await collected(), cancelled, failed });
    })().catch((error) => done(String(error)));";

#[tokio::test]
async fn two_hundred_runs_leave_nothing_behind() -> Result<()> {
    for isolation in [Isolation::On, Isolation::Off] {
        let browser = Browser::open(isolation, "").await?;
        let page = &browser.page;
        ready(page).await?;
        page.execute(COUNT, Vec::new()).await?;
        let left = page.execute_async(RUN, Vec::new()).await?;
        assert_eq!(left["failed"], 0, "{left}");
        assert!(left["cancelled"].as_u64().unwrap_or(0) > 0, "no cancel came in time: {left}");
        let of =
            |when: &str, what: &str| left[when][what].as_i64().ok_or(format!("no {what}: {left}"));
        // The pool of the last run, of four ranks, and nothing else.
        assert_eq!(of("after", "workers")?, 4, "{left}");
        assert_eq!(left["after"]["stats"]["workers"], Value::from(4), "{left}");
        assert_eq!(of("after", "listeners")?, of("before", "listeners")?, "{left}");
        // One run's memory and channels may still be held; two hundred runs' may not.
        assert!(of("after", "memories")? <= of("before", "memories")? + 2, "{left}");
        assert!(of("after", "channels")? <= of("before", "channels")? + 24, "{left}");
        assert!(of("after", "heap")? < of("before", "heap")? + 4_000_000, "{left}");
    }
    Ok(())
}
