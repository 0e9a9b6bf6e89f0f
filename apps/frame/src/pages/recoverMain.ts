import { createKeyringClient } from '../wallet/keyringClient.js'
import { prepareWorker } from '../wallet/openWorker.js'
import type { PreviewKeyring } from '../worker/exportCalls.js'
import workerUrl from '../worker/exportMain.ts?worker&url'
import { RecoverPage } from './RecoverPage.js'
import { startPage } from './startPage.js'

void startPage('recover', createKeyringClient<PreviewKeyring>(prepareWorker(workerUrl), ['preview']), RecoverPage)
