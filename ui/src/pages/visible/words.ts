/** The words of the player that films and trees share. */

export const w = {
  play: { en: 'Play', zh: '播放' },
  pause: { en: 'Pause', zh: '暂停' },
  back: { en: 'One step back', zh: '后退一步' },
  on: { en: 'One step on', zh: '前进一步' },
  begin: { en: 'To the start', zh: '回到开头' },
  end: { en: 'To the end', zh: '跳到结尾' },
  position: { en: 'Step', zh: '步' },
  speed: { en: 'Speed', zh: '速度' },
  persecond: { en: 'steps a second', zh: '步每秒' },
} as const
