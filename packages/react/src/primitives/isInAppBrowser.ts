/** Marks of browsers inside of apps: those of networks, and Android's own view; on an iPhone one that is no browser names none. */
const marks =
  /FBAN|FBAV|FB_IAB|Instagram|Line\/|MicroMessenger|TikTok|musical_ly|BytedanceWebview|Snapchat|Twitter for|LinkedInApp|Pinterest\/|; wv\)/
const iPhone = /(iPhone|iPod|iPad).*AppleWebKit(?!.*(Safari|CriOS|FxiOS|EdgiOS|OPiOS|DuckDuckGo))/

/** Returns whether a page is shown inside another app, where providers of social accounts refuse to sign anybody in. */
export function isInAppBrowser(userAgent: string): boolean {
  return marks.test(userAgent) || iPhone.test(userAgent)
}
