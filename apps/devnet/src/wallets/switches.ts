/** The ways in which the test wallet can be made to misbehave; all off is a wallet that obeys the standards. */
export type Switches = {
  /** Rejects with 4001 everything that a person has to approve. */
  reject: boolean
  /** Takes requests and never answers any. */
  neverAnswer: boolean
  /** Reports that it switched the network, and stays where it is. */
  wrongChain: boolean
  /** Supports only its own networks (4902) until one is added by `wallet_addEthereumChain`. */
  unknownChain: boolean
  /** Is disconnected from all networks: 4900 to everything; `disconnect` and `connect` are emitted when it changes. */
  disconnected: boolean
  /** How long it waits before each answer, in milliseconds. */
  slow: number
  /** Answers with values of the wrong type. */
  nonsense: boolean
  /** Answers that a request is already open (-32002) to everything that a person has to approve. */
  pending: boolean
  /** Approves without a prompt. On by default without an approver. */
  autoApprove: boolean
}

/** The initial switches: all off, and automatic approval without an approver. */
export function firstSwitches(options: { approve?: unknown; switches?: Partial<Switches> }): Switches {
  return {
    reject: false,
    neverAnswer: false,
    wrongChain: false,
    unknownChain: false,
    disconnected: false,
    slow: 0,
    nonsense: false,
    pending: false,
    autoApprove: options.approve === undefined,
    ...options.switches,
  }
}
