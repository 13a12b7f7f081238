//! The calls that a program can make, by torch's names, a family to a file: how each is read, and what it does.

mod arithmetic;
mod check;
mod collective;
mod expected;
mod flow;
mod groups;
mod literal;
mod make;
mod objects;
mod point_to_point;
mod root;
mod view;
mod works;

use super::arguments::{Arguments, Read};
use super::running::Running;
use super::stop::Stop;

/// One call, ready to be made.
#[derive(Debug, Clone)]
pub(crate) enum Call {
    Make(make::Make),
    View(view::View),
    Arithmetic(arithmetic::Arithmetic),
    PointToPoint(point_to_point::PointToPoint),
    Collective(collective::Collective),
    Object(objects::Object),
    Group(groups::Group),
    Work(works::OnWork),
    Check(check::Check),
    Flow(flow::Flow),
}

/// Names of all calls, by family.
pub(crate) const NAMES: [&[&str]; 10] = [
    make::NAMES,
    view::NAMES,
    arithmetic::NAMES,
    point_to_point::NAMES,
    collective::NAMES,
    objects::NAMES,
    groups::NAMES,
    works::NAMES,
    check::NAMES,
    flow::NAMES,
];

impl Call {
    /// Reads the call `name` with its arguments.
    pub(crate) fn read(name: &str, arguments: &Arguments<'_>) -> Read<Call> {
        let family = NAMES.iter().position(|names| names.contains(&name));
        match family {
            Some(0) => make::Make::read(name, arguments).map(Call::Make),
            Some(1) => view::View::read(name, arguments).map(Call::View),
            Some(2) => arithmetic::Arithmetic::read(name, arguments).map(Call::Arithmetic),
            Some(3) => point_to_point::PointToPoint::read(name, arguments).map(Call::PointToPoint),
            Some(4) => collective::Collective::read(name, arguments).map(Call::Collective),
            Some(5) => objects::Object::read(name, arguments).map(Call::Object),
            Some(6) => groups::Group::read(name, arguments).map(Call::Group),
            Some(7) => works::OnWork::read(name, arguments).map(Call::Work),
            Some(8) => check::Check::read(name, arguments).map(Call::Check),
            Some(9) => flow::Flow::read(name, arguments).map(Call::Flow),
            _ => Err(arguments.wrong(
                "call",
                format!("{name} is not known: the calls are {}", NAMES.concat().join(", ")),
            )),
        }
    }

    /// Makes it.
    pub(crate) async fn run(&self, running: &mut Running<'_>) -> Result<(), Stop> {
        match self {
            Call::Make(make) => make.run(running),
            Call::View(view) => view.run(running),
            Call::Arithmetic(arithmetic) => arithmetic.run(running),
            Call::PointToPoint(call) => call.run(running).await,
            Call::Collective(call) => call.run(running).await,
            Call::Object(call) => call.run(running).await,
            Call::Group(call) => call.run(running).await,
            Call::Work(call) => call.run(running).await,
            Call::Check(check) => check.run(running),
            Call::Flow(flow) => flow.run(running).await,
        }
    }
}
