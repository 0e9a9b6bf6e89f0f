import { createKeeperClient } from '../wallet/keeperClient.js'
import { prepareWorker } from '../wallet/openWorker.js'
import type { PreviewKeeper } from '../worker/exportCalls.js'
import keeperUrl from '../worker/exportMain.ts?worker&url'
import { RecoverPage } from './RecoverPage.js'
import { startPage } from './startPage.js'

void startPage('recover', createKeeperClient<PreviewKeeper>(prepareWorker(keeperUrl), ['preview']), RecoverPage)
