import Glibc

/// Whether the system allows this number of additional threads now. It starts them and ends them
/// again.
///
/// To be called before threads are needed: without a thread Swift's executor tries again once a
/// second, for ever and without a message.
package func canStartThreads(_ count: Int) -> Bool {
  let end = Lock()
  end.lock()
  var started: [pthread_t] = []
  defer {
    end.unlock()
    for thread in started { pthread_join(thread, nil) }
  }
  for _ in 0..<count {
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let end = Unmanaged<Lock>.fromOpaque(argument).takeUnretainedValue()
        end.lock()
        end.unlock()
        return nil
      }, Unmanaged.passUnretained(end).toOpaque())
    if result != 0 { return false }
    started.append(thread)
  }
  return true
}
