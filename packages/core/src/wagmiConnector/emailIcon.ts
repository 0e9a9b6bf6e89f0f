/** A letter on the green of our own look: a data URL, so that nothing is fetched for it. */
export const emailIcon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"%3E%3Cpath fill="%230b6b57" d="M0 0h40v40H0z"/%3E%3Cpath fill="none" stroke="%23fff" stroke-width="2.4" d="M10 13h20v14H10zl10 8 10-8"/%3E%3C/svg%3E'
