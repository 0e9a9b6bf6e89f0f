/** Words of unsolicited collectibles that lure to a site. */
export const lure =
  /https?:|www\.|\b[\w-]+\.(com|org|net|io|xyz|app|co|me|gift|claims?|site|online|top|vip|live)\b|claim|visit|reward/i
