import { type Deed, joined, quarantine } from './deed.ts';
import { cell, upTo } from './words.ts';

const wornOut =
  '(?:swollen|puffed|puffy|bloated|bulged|bulging|swelling|ballooned|inflated|swelled|frozen|iced|icy|dented|dents?|freezer|damaged|leaking|leaky|punctured|pierced|crushed|flooded|burnt|deformed)';
const drained =
  '(?:deep(?:ly)? ?discharged?|over ?discharged|completely (?:dead|empty|discharged)|totally (?:dead|empty)|dead|(?:zero|0) volts?|0(?:\\.\\d+)? ?v)';

/** Deeds that pass over a protection or a warning. */
export const deedsAgainstSafety: readonly Deed[] = [
  {
    acts: [
      {
        verbs:
          'bypass bridge unlock hot_wire jump jumper remove disable defeat override circumvent deactivate cheat trick fool hack cut_out take_out take_off cut_off rip_out pull_out pull_off switch_off turn_off shut_off shut_down short_out short ignore skip get_rid_of get_around work_around unplug suppress silence mute eliminate delete knock_out',
        objects:
          '(?:bms|bmu|pcm|protections?|protective|protector|cid|ptc|current interrupt\\w*|safety(?! data| sheet| factor| margin)|interlocks?|over ?temp\\w*|overvoltage|undervoltage|overcurrent|(?:temperature|temp|thermal) (?:limits?|cut ?off|alarms?|protection|sensors?|trip|fuse|switch)|voltage (?:limits?|cut ?off)|fuses?|vents?(?! (?:gas|hole|pipe|line|duct|fan))|burst dis[ck]s?|thermistors?|ntc|smoke (?:detectors?|alarms?|sensors?)|gas (?:alarms?|detectors?|sensors?)|door switch|emergency stop|e stop|alarms?)',
      },
      {
        verbs: 'cut take rip pull switch turn shut',
        objects: `(?:bms|pcm|cid|ptc|fuse|interlocks?|protection|${upTo(2)}(?:limit|alarm|protection|sensor|interlock|bms|fuse|cid|ptc)) ${upTo(2)}(?:off|out|away)`,
      },
      { verbs: 'replace swap put pull', objects: `fuses? ${upTo(6)}(?:wire|foil|nail|solder|jumper|coin|metal)` },
      {
        verbs: 'put use place run solder jumper jump',
        objects: `(?:a )?(?:wire|jumper|jumper wire|foil) ${upTo(2)}(?:across|over|around|past) ${upTo(2)}(?:fuses?|bms|ptc|cid|protection|interlock)`,
      },
      { verbs: 'stop keep hold', objects: '(?:the )?(?:safety )?(?:vents?|valve) (?:from|shut|closed)' },
      {
        verbs: 'disconnect unhook',
        objects: '(?:interlocks?|safety (?:switch|circuit|loop)|door switch|e stop|emergency stop)',
      },
      {
        verbs: 'block plug plug_up glue glue_shut seal tape tape_over cover close weld',
        objects:
          '(?:vents?(?! (?:gas|hole|pipe|line|duct|fan))|safety valve|relief valve|burst dis[ck]s?|door switch|interlock)',
      },
    ],
    except:
      / (dry room|duct|air|excel|rating|before shipping|ship\w*|hood|select\w*|calculat\w*|msd|service plug|mail|notification|e mail|email|chat|notifications) /u,
    ko: /퓨즈.{0,6}(전선|철사|은박|호일|동전)|(과충전 ?보호|과방전 ?보호|bms|비엠에스|보호 ?회로|보호 ?기능|보호를|보호 ?소자|pcm|cid|ptc|퓨즈|벤트|안전 ?밸브|안전 ?장치|인터 ?록|인터 ?락|과온|과열|온도 ?(제한|센서|리미트|한계|상한)|과전압|과전류|안전 ?(제한|한계)|서미스터|화재 ?감지기|연기 ?감지기|경보).{0,14}(우회|바이패스|건너뛰|제거하|제거해|제거 ?방|떼|빼고|빼도|뺄|빼는|빼려|끄고|끄는|끄려|꺼도|꺼 ?놓|끌 |무시|해제|무력|점퍼|막아|막고|막을|비활성|없애|브릿지|잘라|속이|속여|풀어)/u,
    why: {
      en: 'The protection is there for the fault that nobody expects, and without it that fault can end in a fire.',
      ko: '보호 장치는 아무도 예상하지 못한 고장을 위한 것이며, 없으면 그 고장이 화재로 이어질 수 있습니다.',
    },
    instead: {
      en: 'This assistant does not help with that. Find out why the protection trips, and replace the part or the cell. Only those in charge of safety change a limit, and within the maker’s data.',
      ko: '이 어시스턴트는 이를 돕지 않습니다. 보호가 작동하는 원인을 찾고 부품이나 셀을 교체하세요. 한계값은 안전 책임자만 제조사 자료의 범위에서 바꿉니다.',
    },
  },
  {
    acts: [
      {
        verbs:
          'charge recharge revive boost wake_up jump_start jumpstart trickle_charge trickle force_charge resurrect plug_in keep_charging fast_charge use keep_using reuse bring_back rescue',
        objects: `(?:${wornOut} ${upTo(2)}${cell}|${cell} ${upTo(4)}${wornOut})`,
      },
    ],
    except: / (store|ship|transport|photo|diffraction|electrodes?|separator|pore|not) /u,
    ko: /(부푼|부풀|팽창한|배부른|스웰링된|얼어|언 ?(배|셀|전)|얼린|얼었|동결|찌그러진|손상된|젖은|침수|누액|구멍 ?난|깨진|찢어진|터진|부풀어 오른).{0,16}(충전해|충전하|충전할|충전 가|충전 ?돼|재충전|계속 (쓰|써|사용)|다시 (쓰|써|사용)|사용해도|써도)/u,
    why: {
      en: 'The charge heats the damaged place or plates lithium, and the cell may burn during the charge or later.',
      ko: '충전하면 손상 부위가 가열되거나 리튬이 석출되어, 충전 중이나 나중에 불이 날 수 있습니다.',
    },
    instead: joined(quarantine, {
      en: 'A cell that is only cold and not damaged warms up to room temperature by itself before any charge.',
      ko: '손상 없이 차갑기만 한 셀은 저절로 실온이 된 뒤에만 충전하세요.',
    }),
  },
  {
    acts: [
      {
        verbs:
          'charge recharge revive boost wake_up wake jump_start jumpstart jump trickle_charge trickle force_charge resurrect recover get bring bring_back rescue save restore',
        objects: `(?:${drained} ${upTo(2)}${cell}|${cell} ${upTo(6)}${drained})`,
      },
    ],
    except: / (sodium|na ion|naion|lto|titanate|lead|nimh|nicd|supercap\w*|dead time|from 0|charger) /u,
    ko: /(과방전|완전히? ?방전|다 ?방전|심방전|완방|0 ?v|죽은).{0,16}(충전해|충전하|충전할|충전 가|충전 ?돼|재충전|살리|살릴|살려|되살|복구)/u,
    why: {
      en: 'In a cell that was discharged too deeply, copper dissolves and can short the cell from inside when it is charged.',
      ko: '너무 깊이 방전된 셀에서는 구리가 녹아 나와 충전할 때 내부 단락을 일으킬 수 있습니다.',
    },
    instead: joined(
      {
        en: 'Measure the cell itself, because the protection of a pack may only have switched it off. A cell that stayed below 1.5 V is scrap.',
        ko: '팩은 보호 회로가 차단한 것일 수 있으니 셀 자체의 전압을 재세요. 1.5 V 아래에 머문 셀은 폐기합니다.',
      },
      quarantine,
    ),
  },
  {
    acts: [
      {
        verbs: 'solder',
        objects: `(?:${cell}|it|directly|straight|wires? ${upTo(3)}(?:${cell}|can|it)|${upTo(5)}(?:on|onto|to) ${upTo(3)}${cell})`,
      },
    ],
    except:
      / (tabs?|legs?|leads?|strips?|pcb|board|aluminium|aluminum|tags?|bms|holder|connector|thermocouple|paste) |탭|스트립|리드|기판|니켈/u,
    ko: /납땜 ?(해도|하려|하고|하는|할|하면|으로|가능|해서)|인두(로|를|기)/u,
    why: {
      en: 'The iron brings 300 to 400 °C to the cell for seconds, which can melt the separator and the seal near it.',
      ko: '인두는 몇 초 동안 300~400 °C를 셀에 가해 근처의 분리막과 밀봉부를 녹일 수 있습니다.',
    },
    instead: {
      en: 'Spot-weld nickel tabs, buy cells with welded solder tags, or use a holder. Solder wires to the free end of the strip, away from the cell.',
      ko: '니켈 탭을 점용접하거나, 납땜용 탭이 용접된 셀 또는 홀더를 쓰세요. 전선은 셀에서 떨어진 스트립 끝에 납땜하세요.',
    },
  },
];
