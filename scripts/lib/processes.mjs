import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { createInterface } from 'node:readline'
import { root, windows } from './paths.mjs'
import { Refusal } from './refusal.mjs'

const running = new Set()
let stopping = false
/** How we were asked to end. */
let asked = 'SIGTERM'

const defaultPatience = 20
const longestPatience = 60
// Read to its end, which comes when nobody holds the other end any more; then the group is asked to end, and killed when it does not. What
// stands still would hear nothing, and a PostgreSQL server's own programs have groups of their own.
const endGroup = `while read -r line; do :; done
below() { ps -o pid= --ppid "$1"; }
kill -CONT -"$1" $(below "$1")
kill -"$3" -"$1" || exit
for second in $(seq "$2"); do kill -0 -"$1" || exit; sleep 1; done
kill -KILL -"$1" $(below "$1")`

/** Has a program that is a group of its own end after us also when we are killed and can do nothing more (`kill -9`): a shell at the end of a pipe sees to it. */
function endWithUs({ pid }, ended, patienceSeconds, endsBy = 'SIGTERM') {
  if (pid === undefined) return
  const guard = spawn('sh', ['-c', endGroup, 'sh', String(pid), String(Math.min(patienceSeconds, longestPatience)), endsBy.replace('SIG', '')], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  // A system without a shell goes without.
  for (const emitter of [guard, guard.stdin]) emitter?.on('error', () => {})
  guard.unref()
  guard.stdin?.unref()
  void ended.then(() => guard.kill('SIGKILL'))
}

/**
 * Starts a program in a process group of its own, so that a Ctrl-C in the terminal reaches only us and we can end
 * things in order; it ends with us in any case. `onLine` receives what it prints; without it, its output goes straight to ours. With `foreground`
 * it shares our terminal and group instead, learns by a closed channel when we are gone, and is asked to end as we
 * were; with `asWeAre` a Ctrl-C reaches it as one, and what hears of one signal only is asked by that (`endsBy`). Asked to end, it has
 * `patienceSeconds` to do so.
 */
export function start(name, command, args, { env = {}, onLine, foreground = false, asWeAre = false, endsBy = 'SIGTERM', patienceSeconds = defaultPatience } = {}) {
  const output = onLine ? 'pipe' : 'inherit'
  const group = !foreground && !windows
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    detached: group,
    stdio: foreground ? ['inherit', 'inherit', 'inherit', 'ipc'] : ['ignore', output, output],
  })
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error }))
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  if (group) endWithUs(child, ended, patienceSeconds, endsBy)
  const handle = { name, child, group, foreground, asWeAre, endsBy, patienceSeconds, ended }
  running.add(handle)
  void ended.then(() => running.delete(handle))
  if (onLine) for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine)
  return handle
}

/** What is killed in the moment we exit: each program with what lists its processes. */
const along = new Map()

function killAlong() {
  for (const [child, everybody] of along) {
    if (windows) child.kill('SIGKILL')
    else tell('SIGKILL', everybody(child))
  }
}

/**
 * Starts a program whose data nobody keeps, in a group of its own, for whoever ends it in an order of theirs. What is left of it when we
 * exit is killed at that moment (`everybody` lists it in the numbers that `kill` takes, where the group is not all), and it is ended when
 * we are killed. While everything is being ended nothing is started any more.
 */
export function spawnAlong(command, args, options, everybody = ({ pid }) => [-pid]) {
  if (stopping) throw new Refusal('Everything is being ended.')
  const child = spawn(command, args, { ...options, detached: !windows })
  const ended = new Promise((done) => void child.once('error', done).once('exit', done))
  if (child.pid === undefined) return child
  // Before whatever else waits for the same moment, such as the removal of its folder.
  if (along.size === 0) process.prependListener('exit', killAlong)
  along.set(child, everybody)
  void ended.then(() => along.delete(child) && along.size === 0 && process.off('exit', killAlong))
  if (!windows) endWithUs(child, ended, defaultPatience)
  return child
}

/** Sends a signal to processes or groups, each of which may have ended since it was listed (which some systems call EPERM). */
export function tell(name, pids) {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if (!['ESRCH', 'EPERM'].includes(error.code)) throw error
    }
  }
}

/** With what code to end whose program ended so: its own, or what a shell makes of the signal that ended it. */
export const exitCodeOf = ({ code, signal }) => code ?? (signal ? 128 + constants.signals[signal] : 1)

/**
 * Has something undone that would outlive us, such as a database that was made: by `stopAll`, in turn with the programs, or before it by
 * calling what this gives; once in any case. What fails is said, and the rest goes on.
 */
export function undoAtEnd(undo) {
  let done
  const once = async () => {
    try {
      await undo()
    } catch (error) {
      console.error(error)
    }
    running.delete(handle)
  }
  const handle = { undo: () => (done ??= once()) }
  running.add(handle)
  return handle.undo
}

function signal({ child, group }, name) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  if (group) tell(name, [-child.pid])
  else child.kill(name)
}

async function stop(handle) {
  if (handle.undo) return handle.undo()
  signal(handle, handle.foreground || (handle.asWeAre && asked === 'SIGINT') ? asked : handle.endsBy)
  const impatience = handle.patienceSeconds === Infinity ? undefined : setTimeout(() => signal(handle, 'SIGKILL'), handle.patienceSeconds * 1000)
  await handle.ended
  clearTimeout(impatience)
}

/** Whether everything is being ended on purpose, so that a program that ends is no accident. */
export const isStopping = () => stopping

/** Whether another run of ours has the terminal and does the talking. */
export const isDelegated = () => [...running].some((handle) => handle.foreground)

/** Asks everything that was started to end and undoes the rest, newest first, each before the next; what hangs is killed. */
export async function stopAll() {
  stopping = true
  while (running.size > 0) await stop([...running].at(-1))
}

function passOn(name) {
  for (const handle of running) if (handle.foreground) signal(handle, name)
}

function killAll() {
  for (const handle of running) if (handle.child) signal(handle, 'SIGKILL')
}

/**
 * Calls `onFirst` at the first Ctrl-C, SIGTERM, closed terminal or dead parent; a second signal kills what still runs, or
 * is for the run or program of ours that has the terminal, which knows what to do. npm passes on the signal that the
 * terminal has already sent, so what comes within half a second counts once.
 */
export function onInterrupt(onFirst) {
  let first
  const begin = () => {
    if (first !== undefined) return
    first = performance.now()
    onFirst()
  }
  const interrupt = (name) => {
    if (first === undefined) {
      asked = name
      begin()
    } else if (performance.now() - first > 500) {
      if (isDelegated()) return passOn(name)
      killAll()
      process.exit(130)
    }
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, interrupt)
  if (process.connected) process.on('disconnect', begin)
  else if (process.env.npm_lifecycle_event) watchParent(begin)
}

// npm hands a signal to the shell between it and us, which dies of it without a word: we notice that it is gone.
function watchParent(onGone) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    onGone()
  }, 500)
  watch.unref()
}
