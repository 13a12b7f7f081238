use fabric::TransportKind;

use crate::words::ForecastWords;

pub(super) const WORDS: ForecastWords = ForecastWords {
    heading: "预计耗时",
    note: "各算法的预计时间与大小的关系：b 字节的消息用时 α + β·b，归约用时 γ·b；一个 rank 一次只发一条消息，同时可收另一条。\
           字节数与 busbw 的算法同 nccl-tests。",
    fields: ["集合操作", "rank 数", "链路"],
    of_run: |ranks| format!("{ranks}（同设置）"),
    alone: "只有一个 rank 时不发送任何数据：请选两个或更多。",
    measured: "本机实测",
    measure: "实测本机",
    measuring: "正在测量……",
    not_measured: "尚未测量。",
    busy: "正在运行：请等运行结束后再测。",
    unclear: "测得的时间不成规律：本机正忙于其他任务，请重新测量。",
    measured_with: |transport| match transport {
        TransportKind::Shared => "在本页实测：两个 rank 经共享内存往返 8 B 与 1 MiB，各九次。",
        TransportKind::Message => "在本页实测：两个 rank 经消息端口往返 8 B 与 1 MiB，各九次。",
    },
    assumed: "α 与 γ 只是按数量级假定的值：请以实测为准。",
    figures: |alpha, bandwidth, gamma| format!("α {alpha}，1/β {bandwidth}，γ 每 GB {gamma}"),
    lowest: |stretches| {
        let told = stretches.iter().map(|(name, to)| match to {
            Some(size) => format!("{size} 以内为 {name}"),
            None => name.clone(),
        });
        format!("最快：{}。", told.collect::<Vec<_>>().join("，其后 "))
    },
    time: "时间",
    busbw: "busbw",
    size: "大小",
    table: "以表格显示",
};
