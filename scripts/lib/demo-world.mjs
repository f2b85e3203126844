/** How many learners with a number the demo world has (learner001 and on): no more can be at work. */
export const demoLearners = 290

/** The account of such a learner, counted from 1 and on from the first after the last. */
export const demoAccount = (number) => `learner${String(((number - 1) % demoLearners) + 1).padStart(3, '0')}`
