/** Learners of the crowd that is copied, in all tenants: 440 who are busy, and as many more of little diligence. */
export const crowdSize = 2000

/** What is wrong with a number of learners for a world, null when nothing is. The first copy of the crowd is left as it was filled, so there must be another. */
export function faultOfSize(learners) {
  if (learners % crowdSize !== 0) return `A world has a multiple of ${crowdSize} learners, not ${learners}`
  return learners < 2 * crowdSize ? `A world has at least ${2 * crowdSize} learners, not ${learners}` : null
}
