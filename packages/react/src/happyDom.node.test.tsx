// @vitest-environment happy-dom
import { testInDom } from '../test/testInDom.js'

testInDom('happy-dom')
