// `npm run db:forget`: training-api/db/forget.ts on whatever Node there is.
import './lib/node-version.mjs'

import('./lib/programs.mjs').then(({ forgetLearner }) => forgetLearner())
