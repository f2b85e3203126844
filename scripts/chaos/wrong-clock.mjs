// Loaded into a Node program before anything else (`--import`): its clock is as many milliseconds off as the file says that CLOCK_SHIFT_FILE
// names, as after a step of the machine's clock. Timers and all that counts by the monotonic clock go on as they did.
import { readFileSync, watchFile } from 'node:fs'

const Machine = Date
const machineNow = Date.now
let shiftMs = 0

const look = () => (shiftMs = Number(readFileSync(process.env.CLOCK_SHIFT_FILE, 'utf8')))
look()
watchFile(process.env.CLOCK_SHIFT_FILE, { interval: 100, persistent: false }, look)

Machine.now = () => machineNow() + shiftMs
globalThis.Date = new Proxy(Machine, {
  apply: () => new Date().toString(),
  construct: (_, given, made) => Reflect.construct(Machine, given.length > 0 ? given : [Machine.now()], made === globalThis.Date ? Machine : made),
})
Machine.prototype.constructor = globalThis.Date
