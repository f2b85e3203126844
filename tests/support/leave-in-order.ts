// Vitest ends its processes by SIGTERM, in peace too. Left to itself that is an end without an exit, at which tests take their folders away.
const leave = (_name: NodeJS.Signals, number?: number) => {
  // A test may say to programs of ours that there was a signal: that has no number.
  if (number === undefined) return
  process.off('SIGTERM', leave)
  process.emit('exit', 143)
  process.kill(process.pid, 'SIGTERM')
}

// Once in a process, which several files may share.
if (process.listenerCount('SIGTERM') === 0) process.on('SIGTERM', leave)
