// @vitest-environment jsdom
import { testInDom } from '../test/testInDom.js'

testInDom('jsdom')
