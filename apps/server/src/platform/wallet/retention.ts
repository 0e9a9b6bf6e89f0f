/** For how many days the wallet keeps what no call needs any more. */
export type Retention = {
  /** Sessions that ended or ran out. */
  sessions: number
  /** Sign-ins and codes that were asked for, from the time that they ran out. */
  signIns: number
  /** Browsers that were removed. */
  browsers: number
  /** Changes of e-mail, from the time that they can no longer be undone; they hold the old address. */
  emailChanges: number
  /** Freezes that ended. */
  freezes: number
  /** Notices and their mails that could not be sent, from the time that they were written. */
  notices: number
  /** Browsers that requested a wallet, from the time of their admission or, without one, of the request. */
  restores: number
}

/** The defaults. */
export const defaultRetention: Retention = {
  sessions: 1,
  signIns: 1,
  browsers: 90,
  emailChanges: 90,
  freezes: 90,
  notices: 1,
  restores: 30,
}
