import { createKeyringClient } from '../wallet/keyringClient.js'
import { prepareWorker } from '../wallet/openWorker.js'
import workerUrl from '../worker/main.ts?worker&url'
import { SecurityPage } from './SecurityPage.js'
import { startPage } from './startPage.js'

void startPage('security', createKeyringClient(prepareWorker(workerUrl)), SecurityPage)
