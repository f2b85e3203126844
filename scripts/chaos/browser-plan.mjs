// What happens in the rounds of the browser mode, out of a seed alone.
import { randomOf } from './random.mjs'

const hourMs = 3_600_000

/** Everything that one draws by a seed's numbers. */
function dice(random) {
  const whole = (least, most) => least + Math.floor(random() * (most - least + 1))
  const oneOf = (list) => list[whole(0, list.length - 1)]
  return { whole, oneOf, isSo: (chance = 0.5) => random() < chance, anHour: () => oneOf([-hourMs, hourMs]) }
}

const tabSteps = ['first answers', 'second answers', 'both answer', 'first takes over', 'second takes over', 'first reloads', 'second reloads', 'second opens anew']

/** Each cause, with what is drawn for a round of it. */
const draws = {
  'network cut': ({ whole, oneOf }) => ({ cut: oneOf(['offline', 'before', 'after', 'silent']), lastsMs: whole(1_000, 8_000), answers: whole(2, 6) }),
  'device clock': ({ whole, oneOf, isSo, anHour }) => {
    const when = oneOf(['before', 'meanwhile', 'both'])
    return { aheadMs: when === 'meanwhile' ? 0 : anHour(), shiftMs: when === 'before' ? 0 : anHour(), isCut: isSo(), reloads: isSo(), answers: whole(1, 4) }
  },
  'end of the time, device clock': ({ whole, isSo, anHour }) => ({ aheadMs: anHour(), leftMs: whole(8_000, 11_000), reloads: isSo(), answers: whole(1, 3) }),
  'two tabs': ({ whole, oneOf }) => ({ steps: Array.from({ length: whole(5, 10) }, () => oneOf(tabSteps)) }),
  'reload or crash': ({ whole, oneOf, isSo }) => ({ how: oneOf(['reload', 'close', 'crash']), afterMs: whole(0, 500), isCut: isSo(), answers: whole(1, 4) }),
  'network cut at the hand-in': ({ whole, oneOf, isSo }) => {
    const cut = oneOf(['offline', 'before', 'after'])
    return { cut, lastsMs: whole(1_000, 6_000), answers: whole(0, 3), reloads: cut === 'before' && isSo() }
  },
}

/** Every cause there is. */
export const causes = Object.keys(draws)
/** The cause for which a paper's time must be cut short while the platform runs. */
export const timedCause = 'end of the time, device clock'

/** So many rounds, the causes in turn in an order of the seed's; `among` are those that can be had. */
export function planOf({ rounds, seed, among = causes }) {
  const order = []
  const random = randomOf(seed)
  return Array.from({ length: rounds }, (_, at) => {
    if (order.length === 0) order.push(...among)
    const [cause] = order.splice(Math.floor(random() * order.length), 1)
    return { round: at + 1, cause, ...draws[cause](dice(randomOf(seed + at + 1))) }
  })
}
