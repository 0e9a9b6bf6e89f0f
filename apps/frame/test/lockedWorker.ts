// The order of the wallet's own worker, with a dependency that turned bad behind the first import.
import '../src/worker/lockdown.js'
import './hostileDependency.js'
import '../src/worker/main.js'
