// `node ask.mjs <compiler>`: what an editor over this TypeScript says of the two apps, as JSON: their diagnostics as tsc writes
// them, what was instantiated for the right one, and what is offered where mistakes.mjs has a caret.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { applyMistakes } from './applyMistakes.mjs'
import { mistakes } from './mistakes.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const ts = createRequire(import.meta.url)(`../node_modules/${process.argv[2]}`)
const files = ['config.ts', 'App.tsx', 'Wrong.tsx'].map((name) => join(here, name).replaceAll('\\', '/'))
const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(here, 'tsconfig.json'), ts.sys.readFile).config,
  ts.sys,
  here,
)
const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => files,
  getScriptVersion: () => '1',
  getScriptSnapshot: (path) =>
    ts.sys.fileExists(path) ? ts.ScriptSnapshot.fromString(ts.sys.readFile(path)) : undefined,
  getCurrentDirectory: () => here,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  readDirectory: ts.sys.readDirectory,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
})

const program = service.getProgram()
const shown = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => here, getNewLine: () => '\n' }
const say = (file) =>
  ts.formatDiagnostics([...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)], shown)
const [config, right, wrong] = files
const clean = say(config) + say(right)
const instantiations = program.getInstantiationCount()
const places = applyMistakes(readFileSync(right, 'utf8'), mistakes).places
const offered = places.map(({ caret }) =>
  caret === undefined
    ? undefined
    : [
        [right, caret.right],
        [wrong, caret.wrong],
      ].map(([file, at]) => service.getCompletionsAtPosition(file, at, {})?.entries.map(({ name }) => name) ?? []),
)
process.stdout.write(JSON.stringify({ said: clean + say(wrong), instantiations, offered }))
