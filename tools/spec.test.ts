import { describe, expect, it } from 'vitest'
import { coverage, idsOf, readStatements } from './spec.mjs'

const statements = readStatements(
  'id\tspec_line\tarea\tstatement\nS1-01\t1\tconnect\tIt opens.\nS1-02\t2\tsend\tIt sends.\nS1-03\t3\tsend\tIt waits.\n',
)
const report = (...tests: [string, string][]) => [
  { project: 'core', files: { 'a.test.ts': { tests: tests.map(([title, status]) => ({ title, status })) } } },
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
      'covered',
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

  it('names an ID that no statement has', () => {
    const { unknown } = coverage(statements, report(['[S9-99] dreams', 'passed']))
    expect(unknown).toEqual([{ id: 'S9-99', test: 'a.test.ts: [S9-99] dreams' }])
  })
})
