import type { ChosenLabels } from './practice'

// Apart from the rest of practice, which pages that only lead there need not load.

/** How addresses and calls name a group of labels by its place in its subject (spec 2 §2.8). */
export const labelNumerals = ['One', 'Two', 'Three', 'Four', 'Five'] as const

/** What an address or a call says of chosen labels; nothing of a group left on all. */
export const labelFields = (labels: ChosenLabels): Record<string, string> =>
  Object.fromEntries(labels.flatMap((label, index) => (label ? [[`tag${labelNumerals[index]}Id`, label.groupId], [`tag${labelNumerals[index]}ValueId`, label.labelId]] : [])))
