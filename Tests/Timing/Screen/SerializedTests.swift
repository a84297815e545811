import Testing

/// The tests run one after the other, because they measure the memory of this process, and because
/// the watchdog's counters belong to it.
@Suite(.serialized) struct SerializedTests {}
