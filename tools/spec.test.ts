import { describe, expect, it } from 'vitest'
import { coverage, idsOf, placeOf, readStatements, tell } from './spec.mjs'

const statements = readStatements(
  [
    'id\tspec_line\tarea\tstatement\tobserve_via',
    'S1-01\t1\tconnect\tIt opens.\theadless unit',
    'S1-02\t2\tsend\tIt sends.\tbrowser e2e',
    'S1-03\t3\tsend\tIt waits.\tHTTP',
  ].join('\n'),
)
const report = (...tests: [string, string][]) => reportOf('packages/core/src/a.test.ts', ...tests)
const reportOf = (file: string, ...tests: [string, string][]) => [
  { project: 'core', files: { [file]: { tests: tests.map(([title, status]) => ({ title, status })) } } },
]
const states = (reports: ReturnType<typeof report>) => coverage(statements, reports).rows.map(({ state }) => state)

describe('spec', () => {
  it('reads several IDs from one title, in any nesting of suites', () => {
    expect(idsOf('connect > [S1-01][S1-02] opens [and] sends')).toEqual(['S1-01', 'S1-02'])
    expect(idsOf('[S1-01, S1-02] both')).toEqual(['S1-01', 'S1-02'])
    expect(idsOf('S1-01 without brackets')).toEqual([])
  })

  it('counts a passing test, and neither a skipped nor a missing one', () => {
    expect(states(report(['[S1-01] opens', 'passed'], ['[S1-02] sends', 'skipped']))).toEqual([
      'proven',
      'none',
      'none',
    ])
  })

  it('lets one failing test outweigh the passing ones', () => {
    expect(states(report(['[S1-01] opens', 'passed'], ['[S1-01] opens twice', 'failed']))).toEqual([
      'failing',
      'none',
      'none',
    ])
  })

  it('asks for the place where a row is observed', () => {
    expect(states(report(['[S1-01] opens', 'passed'], ['[S1-02][S1-03] sends', 'passed']))).toEqual([
      'proven',
      'elsewhere',
      'elsewhere',
    ])
    expect(states(reportOf('e2e/send.test.ts', ['[S1-02][S1-03] sends', 'passed']))).toEqual([
      'none',
      'proven',
      'proven',
    ])
    expect(states(reportOf('apps/server/src/a.test.ts', ['[S1-02][S1-03] sends', 'passed']))).toEqual([
      'none',
      'elsewhere',
      'proven',
    ])
  })

  it('counts a message that is refused as a shape', () => {
    expect(states(report(['[shape S1-01] asks', 'passed']))).toEqual(['shape', 'none', 'none'])
    expect(states(report(['[shape S1-01] asks', 'passed'], ['[S1-01] opens', 'passed']))).toEqual([
      'proven',
      'none',
      'none',
    ])
  })

  it.each([
    ['e2e/send.test.ts', 'page'],
    ['engines/email.test.ts', 'page'],
    ['apps/frame/src/screens/screens.browser.test.tsx', 'component'],
    ['packages/react/src/modal/Modal.test.tsx', 'component'],
    ['packages/react/src/modal/store.node.test.ts', 'unit'],
    ['apps/server/src/relay/createRelay.test.ts', 'wire'],
    ['packages/core/src/state.test.ts', 'unit'],
  ])('takes %s for %s', (file, place) => expect(placeOf(file)).toBe(place))

  it('names an ID that no statement has', () => {
    const { unknown } = coverage(statements, report(['[S9-99] dreams', 'passed']))
    expect(unknown).toEqual([{ id: 'S9-99', test: 'packages/core/src/a.test.ts: [S9-99] dreams' }])
  })

  it('tells one statement with its tests and where they run', () => {
    const { rows } = coverage(statements, reportOf('e2e/send.test.ts', ['[S1-02] sends', 'passed']))
    expect(rows.slice(0, 2).map(tell)).toEqual([
      'S1-01  It opens.\n  observed by: headless unit\n  state: none',
      "S1-02  It sends.\n  observed by: browser e2e\n  state: proven (visitor's browser)\n  e2e/send.test.ts: [S1-02] sends",
    ])
  })
})
