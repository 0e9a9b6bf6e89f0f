// Property tests draw the same cases in every `npm test`, so that a red run is about the change; `npm run test:deep` draws new ones.
import fc from 'fast-check'

if (!process.env.LATCHKEY_DEEP) fc.configureGlobal({ seed: 20261121 })
