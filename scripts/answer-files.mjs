// `npm run answer-files`: training-api/answer-files.ts on whatever Node there is.
import './lib/node-version.mjs'

import('./lib/programs.mjs').then(({ answerFiles }) => answerFiles())
