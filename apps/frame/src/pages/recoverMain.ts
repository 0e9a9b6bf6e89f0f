import { createKeeperClient } from '../wallet/keeperClient.js'
import { prepareWorker } from '../wallet/openWorker.js'
import keeperUrl from '../worker/main.ts?worker&url'
import { RecoverPage } from './RecoverPage.js'
import { startPage } from './startPage.js'

void startPage('recover', createKeeperClient(prepareWorker(keeperUrl)), RecoverPage)
