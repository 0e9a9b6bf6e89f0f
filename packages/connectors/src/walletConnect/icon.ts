// Two links of a chain on the green of our own look; a data URL, so that nothing is fetched for it.
export const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"%3E%3Cpath fill="%230b6b57" d="M0 0h40v40H0z"/%3E%3Cg fill="none" stroke="%23fff" stroke-width="2.4" transform="rotate(-45 20 20)"%3E%3Crect x="6" y="15" width="16" height="10" rx="5"/%3E%3Crect x="18" y="15" width="16" height="10" rx="5"/%3E%3C/g%3E%3C/svg%3E'
