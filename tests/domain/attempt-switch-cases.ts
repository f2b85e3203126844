import type { AbsenceCause } from '@/lib/domain/attempts'
import type { PageEvent } from '@/lib/domain/attempts-switches'

/** What learners really do, as a page sees it, and what must come of it; replay any of them with `watchAfter`. Times in milliseconds. */
export type SwitchCase = { name: string; touch?: boolean; events: PageEvent[]; gives: { cause: AbsenceCause; counts: boolean; seconds: number }[] }

const over = (at: number): PageEvent => ({ at, type: 'tick' })

export const switchCases: SwitchCase[] = [
  {
    name: 'another tab for twelve seconds counts once, though it is seen as blur and as hidden',
    events: [{ at: 0, type: 'blur' }, { at: 40, type: 'hidden' }, { at: 12_000, type: 'visible' }, { at: 12_030, type: 'focus' }, over(13_200)],
    gives: [{ cause: 'hidden', counts: true, seconds: 12 }],
  },
  {
    name: 'two leavings less than a second apart are one',
    events: [{ at: 0, type: 'hidden' }, { at: 4_000, type: 'visible' }, { at: 4_600, type: 'hidden' }, { at: 9_000, type: 'visible' }, over(10_500)],
    gives: [{ cause: 'hidden', counts: true, seconds: 9 }],
  },
  {
    name: 'two leavings with a pause between them are two',
    events: [{ at: 0, type: 'hidden' }, { at: 4_000, type: 'visible' }, over(5_500), { at: 8_000, type: 'hidden' }, { at: 10_000, type: 'visible' }, over(11_500)],
    gives: [{ cause: 'hidden', counts: true, seconds: 4 }, { cause: 'hidden', counts: true, seconds: 2 }],
  },
  { name: 'a flicker of the page is nothing', events: [{ at: 0, type: 'hidden' }, { at: 600, type: 'visible' }, over(2_000)], gives: [{ cause: 'tooShort', counts: false, seconds: 0 }] },
  {
    name: 'another window on a desktop for longer than three seconds counts',
    events: [{ at: 0, type: 'blur' }, over(3_000), { at: 8_000, type: 'focus' }, over(9_100)],
    gives: [{ cause: 'blur', counts: true, seconds: 8 }],
  },
  { name: 'a glance at another window does not', events: [{ at: 0, type: 'blur' }, { at: 2_900, type: 'focus' }, over(4_000)], gives: [{ cause: 'passing', counts: false, seconds: 0 }] },
  { name: 'a ringing phone lies over the page and does not count', touch: true, events: [{ at: 0, type: 'blur' }, { at: 45_000, type: 'focus' }, over(46_500)], gives: [{ cause: 'passing', counts: false, seconds: 0 }] },
  {
    name: 'another app on a phone counts', touch: true,
    events: [{ at: 0, type: 'blur' }, { at: 10, type: 'hidden' }, { at: 20_000, type: 'visible' }, { at: 20_100, type: 'focus' }, over(21_500)],
    gives: [{ cause: 'hidden', counts: true, seconds: 20 }],
  },
  {
    name: 'a screen that went off does not count', touch: true,
    events: [{ at: 0, type: 'hidden' }, { at: 180_000, type: 'slept', ms: 178_500 }, { at: 180_000, type: 'visible' }, over(181_200)],
    gives: [{ cause: 'screenOff', counts: false, seconds: 0 }],
  },
  {
    name: 'of another app and then a dark screen only the app counts',
    events: [{ at: 0, type: 'hidden' }, { at: 90_000, type: 'slept', ms: 70_000 }, { at: 90_000, type: 'visible' }, over(91_500)],
    gives: [{ cause: 'hidden', counts: true, seconds: 20 }],
  },
  {
    name: 'a dialog of our own that takes the focus does not count',
    events: [{ at: 0, type: 'dialogOpens' }, { at: 100, type: 'blur' }, { at: 30_000, type: 'focus' }, { at: 30_010, type: 'dialogCloses' }, over(31_500)],
    gives: [{ cause: 'dialog', counts: false, seconds: 0 }],
  },
  {
    name: 'after the dialog is closed, leaving counts again',
    events: [{ at: 0, type: 'dialogOpens' }, { at: 500, type: 'dialogCloses' }, { at: 2_000, type: 'hidden' }, { at: 7_000, type: 'visible' }, over(8_500)],
    gives: [{ cause: 'hidden', counts: true, seconds: 5 }],
  },
  {
    name: 'fetching the password for the login over the paper does not count, leaving after it does',
    events: [{ at: 0, type: 'dialogOpens' }, { at: 4_000, type: 'blur' }, { at: 4_010, type: 'hidden' }, { at: 94_000, type: 'visible' }, { at: 94_010, type: 'focus' }, over(95_500), { at: 99_000, type: 'dialogCloses' }, { at: 120_000, type: 'hidden' }, { at: 126_000, type: 'visible' }, over(127_500)],
    gives: [{ cause: 'dialog', counts: false, seconds: 0 }, { cause: 'hidden', counts: true, seconds: 6 }],
  },
  {
    name: 'twenty minutes behind the login over the paper count',
    events: [{ at: 0, type: 'dialogOpens' }, { at: 4_000, type: 'blur' }, { at: 4_010, type: 'hidden' }, { at: 1_204_000, type: 'visible' }, { at: 1_204_010, type: 'focus' }, over(1_205_500)],
    gives: [{ cause: 'hidden', counts: true, seconds: 1_200 }],
  },
  {
    name: 'twenty minutes in a window beside the login over the paper count',
    events: [{ at: 0, type: 'dialogOpens' }, { at: 4_000, type: 'blur' }, { at: 1_204_000, type: 'focus' }, over(1_205_500)],
    gives: [{ cause: 'blur', counts: true, seconds: 1_200 }],
  },
  {
    name: 'two minutes behind the login over the paper are excused once, and counted from the second time on',
    events: [
      { at: 0, type: 'dialogOpens' }, { at: 1_000, type: 'hidden' }, { at: 121_000, type: 'visible' }, over(122_500), { at: 123_000, type: 'dialogCloses' },
      { at: 200_000, type: 'dialogOpens' }, { at: 201_000, type: 'hidden' }, { at: 321_000, type: 'visible' }, over(322_500), { at: 323_000, type: 'hidden' }, { at: 353_000, type: 'visible' }, over(354_500),
    ],
    gives: [{ cause: 'dialog', counts: false, seconds: 0 }, { cause: 'hidden', counts: true, seconds: 120 }, { cause: 'dialog', counts: false, seconds: 0 }],
  },
  {
    name: 'what would not count without the login uses up nothing of what it excuses', touch: true,
    events: [{ at: 0, type: 'dialogOpens' }, { at: 1_000, type: 'blur' }, { at: 171_000, type: 'focus' }, over(172_500), { at: 180_000, type: 'hidden' }, { at: 300_000, type: 'visible' }, over(301_500)],
    gives: [{ cause: 'dialog', counts: false, seconds: 0 }, { cause: 'dialog', counts: false, seconds: 0 }],
  },
  {
    name: 'a screen that goes off over the login is no longer leaving for it', touch: true,
    events: [{ at: 0, type: 'dialogOpens' }, { at: 4_000, type: 'hidden' }, { at: 604_000, type: 'slept', ms: 540_000 }, { at: 604_000, type: 'visible' }, over(605_500)],
    gives: [{ cause: 'dialog', counts: false, seconds: 0 }],
  },
  {
    name: 'a login that comes up while the learner is elsewhere excuses nothing',
    events: [{ at: 0, type: 'hidden' }, { at: 3_000, type: 'dialogOpens' }, { at: 8_000, type: 'visible' }, over(9_500)],
    gives: [{ cause: 'hidden', counts: true, seconds: 8 }],
  },
  {
    name: 'launching a simulation does not count, leaving after it does',
    events: [{ at: 0, type: 'launch' }, { at: 300, type: 'hidden' }, { at: 600_000, type: 'visible' }, over(601_500), { at: 610_000, type: 'hidden' }, { at: 613_000, type: 'visible' }, over(614_500)],
    gives: [{ cause: 'simulation', counts: false, seconds: 0 }, { cause: 'hidden', counts: true, seconds: 3 }],
  },
  { name: 'a launch that was pressed long ago excuses nothing', events: [{ at: 0, type: 'launch' }, { at: 6_000, type: 'hidden' }, { at: 9_000, type: 'visible' }, over(10_500)], gives: [{ cause: 'hidden', counts: true, seconds: 3 }] },
  { name: 'while the learner is away nothing is said yet', events: [{ at: 0, type: 'hidden' }, over(60_000)], gives: [] },
  { name: 'events that come twice change nothing', events: [{ at: 0, type: 'hidden' }, { at: 1, type: 'hidden' }, { at: 5_000, type: 'visible' }, { at: 5_001, type: 'focus' }, { at: 5_002, type: 'visible' }, over(6_400)], gives: [{ cause: 'hidden', counts: true, seconds: 5 }] },
  { name: 'time asleep with the page in front is no leaving', events: [{ at: 0, type: 'slept', ms: 600_000 }, over(2_000)], gives: [] },
]
