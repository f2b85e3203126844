/** How many learners with a number the demo world has (learner001 and on): no more can be at work. */
export const demoLearners = 290
