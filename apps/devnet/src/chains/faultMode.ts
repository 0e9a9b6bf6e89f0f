/**
 * What a faulty node does to those who ask it:
 * `ok` passes everything on; `down` refuses connections; `hang` takes requests and never answers; `slow` answers after
 * so many milliseconds; `wrongChain` says another chain id; `status` answers with an HTTP error, with `Retry-After` in
 * seconds; `html` answers 200 with a web page; `garbage` answers 200 with torn JSON; `idSwapped` answers under another
 * id; `bothResultAndError` answers with both; `huge` answers with 50 MB; `drip` sends one byte every 100 ms.
 */
export type FaultMode =
  | 'ok'
  | 'down'
  | 'hang'
  | 'html'
  | 'garbage'
  | 'idSwapped'
  | 'bothResultAndError'
  | 'huge'
  | 'drip'
  | { slow: number }
  | { wrongChain: number }
  | { status: number; retryAfter?: number }
