/** A single-choice question: text, options, index of the right one, explanation. */
export type Single = readonly [text: string, options: readonly string[], right: number, analysis: string]

/** A multiple-choice question: text, options, indexes of the right ones, explanation. */
export type Multiple = readonly [text: string, options: readonly string[], right: readonly number[], analysis: string]

/** A statement that is right or wrong, with its explanation. */
export type Judgement = readonly [text: string, right: boolean, analysis: string]

/** The questions of one subject. */
export type Bank = { single: readonly Single[]; multiple: readonly Multiple[]; judgement: readonly Judgement[] }
