import { createKeyringClient } from '../wallet/keyringClient.js'
import { prepareWorker } from '../wallet/openWorker.js'
import type { ExportKeyring } from '../worker/exportCalls.js'
import workerUrl from '../worker/exportMain.ts?worker&url'
import { ExportPage } from './ExportPage.js'
import { startPage } from './startPage.js'

void startPage('export', createKeyringClient<ExportKeyring>(prepareWorker(workerUrl), ['reveal', 'kit']), ExportPage)
