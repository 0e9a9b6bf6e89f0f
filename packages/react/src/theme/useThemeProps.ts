import type { CSSProperties } from 'react'
import { useTheme } from '../hooks/useTheme.js'

/** The attributes that give an element of ours its look. */
export function useThemeProps(): { 'data-lk-theme': string; style: CSSProperties | undefined } {
  const { themeMode, themeVariables } = useTheme()
  const hasVariables = Object.keys(themeVariables).length > 0
  return { 'data-lk-theme': themeMode, style: hasVariables ? (themeVariables as CSSProperties) : undefined }
}
