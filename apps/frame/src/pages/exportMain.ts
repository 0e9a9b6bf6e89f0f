import { createKeeperClient } from '../wallet/keeperClient.js'
import { prepareWorker } from '../wallet/openWorker.js'
import type { ExportKeeper } from '../worker/exportCalls.js'
import keeperUrl from '../worker/exportMain.ts?worker&url'
import { ExportPage } from './ExportPage.js'
import { startPage } from './startPage.js'

void startPage('export', createKeeperClient<ExportKeeper>(prepareWorker(keeperUrl), ['reveal', 'kit']), ExportPage)
