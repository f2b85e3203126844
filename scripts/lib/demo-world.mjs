/** How many learners with a number the demo world has (learner001 and on): no more can be at work. */
export const demoLearners = 290

/** The account of the learner with this number, counted from 1, of however many a world has. */
export const learnerAccount = (number) => `learner${String(number).padStart(3, '0')}`

/** The account of such a learner of the demo world, on from the first after the last. */
export const demoAccount = (number) => learnerAccount(((number - 1) % demoLearners) + 1)
