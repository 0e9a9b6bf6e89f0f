import { createKeeperClient } from '../wallet/keeperClient.js'
import { prepareWorker } from '../wallet/openWorker.js'
import keeperUrl from '../worker/main.ts?worker&url'
import { SecurityPage } from './SecurityPage.js'
import { startPage } from './startPage.js'

void startPage('security', createKeeperClient(prepareWorker(keeperUrl)), SecurityPage)
