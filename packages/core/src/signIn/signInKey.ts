/** Under which key sign-ins that are kept for the page alone stand in a storage. */
export const signInKey = 'signIn'
