import { abuseTest, type Deed, disposal, joined, quarantine } from './deed.ts';
import { aCell, upTo } from './words.ts';

/** Deeds that hurt a cell. */
export const deedsToCells: readonly Deed[] = [
  {
    acts: [
      { verbs: 'puncture pierce perforate poke prick stab drill skewer deflate', objects: aCell },
      {
        verbs: 'hammer drive put push stick',
        objects: `(?:a |an |the |some )*(?:nails?|needles?|screws?|pins?|screwdriver|knife) ${upTo(4)}(?:${aCell}|it)`,
      },
      {
        verbs: 'make cut punch drill poke put burn',
        objects: `(?:a |some |small |tiny |little |the )*(?:holes?|pinholes?) ${upTo(4)}${aCell}`,
      },
      {
        verbs: 'let release relieve bleed squeeze push press vent_the',
        objects: `(?:the |some |out )*(?:gas|air|pressure) ${upTo(4)}(?:${aCell}|swollen|puffed)`,
      },
    ],
    except:
      / (what happens (?:if|when)|degas\w*|formation|gas bag|flap|mold|mould|drill (?:packs?|battery|batteries)) /u,
    ko: /(구멍을? ?(내|뚫|낼)|구멍 ?뚫|찌르|찔러|찌를|뚫어|뚫으|뚫는|뚫을|드릴로|못을? ?(박|을 박)|송곳|바늘로|가스를? ?(빼|뺄)|바람을? ?(빼|뺄))/u,
    why: {
      en: 'A hole shorts the layers or lets air and moisture in: the cell can burn at once, and its gas is flammable and toxic.',
      ko: '구멍은 전극층을 단락시키거나 공기와 수분을 들여보내 바로 불이 날 수 있으며, 가스는 가연성이고 유독합니다.',
    },
    instead: joined(
      { en: 'A swollen or damaged cell:', ko: '부풀거나 손상된 셀은' },
      { en: quarantine.en.replace('Keep', 'keep'), ko: quarantine.ko },
      abuseTest,
    ),
  },
  {
    acts: [
      {
        verbs:
          'open open_up cut cut_open cut_up cut_into saw saw_open slice slice_open pry pry_open peel peel_open split crack crack_open tear_open rip_open unroll unwrap hacksaw break_open grind disassemble dismantle take_apart tear_down chop chop_up halve',
        objects: aCell,
      },
      {
        verbs: 'remove peel_off take_off strip strip_off pry_off cut_off',
        objects: `(?:can|casing|shell|lid|cap|top) ${upTo(1)}(?:of|from|off) ${upTo(3)}${aCell}`,
      },
      {
        verbs: 'cut saw take tear slice pull rip break',
        objects: `(?:${aCell}|it) ${upTo(2)}(?:apart|open|in half|in two|to pieces|into pieces)`,
      },
    ],
    except:
      / (packs?|modules?|coin|button|prices?|costs?|budget|\w*crimp\w*|recover|battery box|powerbank|discharged|discharge it|inert|dry room|samples?|file|excel|log|data|account|order|soc|nda|valve|lid) |글러브|글로브|팩|모듈|방전 ?(후|하고|한)|샘플|nda|안전하게|절차|순서|전극|분리막/u,
    ko: /(셀|배터리|전지|18650|21700|파우치)(를|을|도|은|는)? ?(\S{1,8} ){0,2}(뜯|분해하|분해 해|분해해|해체해|해체하|잘라|자르|자를|절단|쪼개|쪼갤|까도|까서|까는|까려|가르|갈라|톱으로|열어(서| ?보|도)|벗겨|칼로)/u,
    why: {
      en: 'A tool or a loose layer shorts the charged electrodes, and they react with air and moisture: the cell can burn in your hands.',
      ko: '공구나 흐트러진 층이 충전된 전극을 단락시키고 전극이 공기와 수분과 반응하여, 손에서 불이 날 수 있습니다.',
    },
    instead: joined(
      {
        en: 'Cells are opened by trained people only, fully discharged and in a glovebox: order a post-mortem analysis.',
        ko: '셀은 교육받은 사람만, 완전히 방전한 뒤 글러브박스에서 엽니다. 사후 분석을 주문하세요.',
      },
      disposal,
    ),
  },
  {
    acts: [
      {
        verbs: 'discharge empty drain kill',
        objects: `${aCell} ${upTo(6)}(?:wires?|paper ?clip|screwdriver|foil|coin|key|nail)`,
      },
      {
        verbs: 'short short_circuit short_out shortcircuit',
        objects: `(?:${aCell}|it|them|terminals?|poles|plus and minus|two ends|ends)(?! (?:at|on|in) the (?:lab|house))`,
      },
      {
        verbs: 'connect bridge join touch link hook wire put tie clip lay',
        objects: `(?:${upTo(3)}(?:terminals|poles|tabs|ends|plus and minus|positive and negative|plus to minus|plus with minus|\\+ and -|\\+ -|both sides) ${upTo(6)}(?:wire|wires|paper ?clip|coin|key|foil|screwdriver|wrench|metal|directly|together|cable|spoon|spanner|nail)|(?:wire|paper ?clip|coin|key|foil|screwdriver|wrench|metal|cable|spoon|spanner) ${upTo(3)}(?:across|between|over|on both) ${upTo(4)}(?:terminals|poles|ends|${aCell}|plus))`,
      },
    ],
    except:
      / (what happens (?:if|when)|resistor|load bank|shunt|in series|series|parallel|voltmeter|multimeter|sodium|na ion|soft|micro|internal|bms algorithm|simulate|sense) |내부 ?단락|미세 ?단락/u,
    ko: /(단락|쇼트|합선|숏트|숏)(을|를)? ?(시켜|시키|시킬|내도|내서|내면|내려|내는|낼|해도|하려|하면 되|해서)|(전선|철사|클립|동전|드라이버|호일|렌치|은박지)(으로|로|을|를).{0,14}(단락|쇼트|합선|연결|이어|잇|대)|(\+|플러스|양극).{0,8}(-|마이너스|음극).{0,6}(직접|바로).{0,6}(연결|이어|잇)/u,
    why: {
      en: 'Hundreds of amps flow: the wire and the cell glow within seconds, and the cell can vent or burn.',
      ko: '수백 암페어가 흘러 몇 초 안에 전선과 셀이 달아오르고, 셀이 벤트되거나 불이 날 수 있습니다.',
    },
    instead: joined(disposal, abuseTest),
  },
  {
    acts: [
      {
        verbs:
          'crush squash smash flatten hammer stomp shred stomp_on step_on jump_on run_over drive_over pound press_flat beat bash break bend',
        objects: aCell,
      },
      {
        verbs: 'hit strike press bash squeeze flatten push',
        objects: `(?:${aCell}|it) ${upTo(4)}(?:hammer|sledgehammer|vice|vise|flat|mallet|car|forklift|back in shape|boot)`,
      },
    ],
    except:
      / (compress\w*|kpa|mpa|calender\w*|stack pressure|formation|press jig|supercap|cylinder|code|compression|force|bend test|pressure) /u,
    ko: /(셀|배터리|전지|18650|파우치)(를|을|도)? ?(\S{1,8} )?(찌그러뜨|찌그러트|찌부러|눌러도|눌러서 (펴|납작)|납작하게|부숴|부수|부술|망치로|압착|밟아|밟으|짓눌러|으깨|파쇄)|망치로.{0,10}(때려|치|부수|부숴|내리)/u,
    why: {
      en: 'Pressed layers short inside: the cell can burn at once or hours later.',
      ko: '눌린 전극층이 내부에서 단락되어 바로 또는 몇 시간 뒤에 불이 날 수 있습니다.',
    },
    instead: joined(disposal, abuseTest),
  },
  {
    acts: [
      {
        verbs: 'burn incinerate ignite torch set_fire_to burn_up blow_up explode detonate',
        objects: `(?:${aCell}|lithium ${upTo(1)}${aCell})`,
      },
      {
        verbs: 'put throw toss set light chuck destroy dispose_of get_rid_of make get see watch hold drop dump',
        objects: `(?:${aCell}|it|them) ${upTo(3)}(?:(?:in|into|on|over) (?:a |the |my |an |open |camp )*(?:fire|bonfire|campfire|fireplace|flames?|furnace|incinerator|grill|bbq|barbecue)|alight|ablaze|explode|blow up|burn|catch fire)`,
      },
    ],
    except: / (burn in|burn off|burn out|electrodes?|extinguish\w*|prevent|avoid|black mass|lithium metal|foil) /u,
    ko: /(배터리|셀|전지|18650|파우치|팩)(를|을|들을|도)? ?(\S{1,6} )?(태우|태워|태울|소각|불태|불붙|불을? ?붙|불에 (넣|던|태)|불 ?속에|모닥불|난로에|화로에|폭발시키|터뜨리|터트리)|(불|모닥불|난로|아궁이|소각로)(에|에다|속에) ?(배터리|셀|전지|파우치).{0,8}(넣|던|태|버)/u,
    why: {
      en: 'A burning cell bursts, throws parts and gives off hydrogen fluoride and other toxic gas.',
      ko: '타는 셀은 터져 파편이 튀고 불화수소 등 유독 가스를 냅니다.',
    },
    instead: joined(disposal, abuseTest),
  },
  {
    acts: [
      { verbs: 'cook roast', objects: '(?:battery|lipo|18650|21700|lithium battery)' },
      { verbs: 'microwave bake boil fry nuke reheat', objects: aCell },
      {
        verbs:
          'put place throw toss stick heat heat_up cook dry reheat warm warm_up destroy kill leave revive dispose_of get_rid_of restore zap nuke fix thaw defrost',
        objects: `(?:${aCell}|it|them) ${upTo(5)}(?:microwave|oven|toaster|hair ?dryer|heat ?gun|stove|frying pan|boiling water|air fryer|radiator|kiln|blow ?torch|lighter|candle|hot plate|hotplate)`,
      },
    ],
    except:
      / (vacuum|degc|climate|thermal|chamber|hot box|electrodes?|dry cells?|unfilled|filling|stack|karl|kf|c|shrink|bake out|moisture) /u,
    ko: /(전자 ?레인지|에어 ?프라이어|토스터|프라이팬|끓는 ?물|가스 ?레인지).{0,16}(넣|돌리|돌려|데우|데워|말리|말려|올려|삶)|(배터리|셀|전지|18650)(를|을)? ?(\S{1,6} )?(삶|굽|구워|끓이)|오븐.{0,12}(넣어도|넣으면 되|넣어서|넣고|말려도|돌려도|돌리면)|(드라이기|드라이어|히트건|라이터|토치).{0,12}(가열|데우|데워|녹이|말려)/u,
    why: {
      en: 'Heat starts a reaction in the cell that no longer stops: it bursts, burns and gives off toxic gas.',
      ko: '열은 셀 안에서 더는 멈추지 않는 반응을 일으켜, 셀이 터지고 불이 나며 유독 가스를 냅니다.',
    },
    instead: joined(disposal, abuseTest),
  },
  {
    acts: [
      {
        verbs:
          'put throw toss drop dunk submerge soak sink drown immerse destroy kill dump dispose_of get_rid_of neutralize dip discharge drain',
        objects: `(?:${aCell}|it|them) ${upTo(5)}(?:water|saltwater|brine|seawater|bathtub|bucket|river|lake|pool|toilet|sea)`,
      },
    ],
    except:
      / (fire|burning|smok\w*|flam\w*|hot|extinguish\w*|cool\w*|bath|ip67|waterproof|immersion|accident\w*|sink rate) |타는|불난|화재|뜨거|냉각/u,
    ko: /(소금 ?물|바닷물|물|염수|바다|강|호수|하수구|변기)(에다|에|속에| 속에) ?(\S{1,6} )?(넣|담가|담그|담궈|던지|던져|버려|버리|빠뜨|빠트).{0,14}(방전|폐기|버|없애|파괴|되|돼|괜찮|죽|처리)/u,
    why: {
      en: 'Water corrodes the terminals and lets electrolyte out, gives off hydrogen and acid, and leaves charge in the cell.',
      ko: '물은 단자를 부식시켜 전해액이 흘러나오게 하고 수소와 산을 만들며, 셀에는 전하가 남습니다.',
    },
    instead: disposal,
  },
  {
    acts: [
      {
        verbs: 'overcharge over_charge',
        objects: `(?:${aCell}|it|them|lfp|nmc|lco|nca|lifepo4|by|slightly|on purpose|until)`,
      },
      {
        verbs: 'charge push force',
        objects: `(?:(?:${aCell}|lfp|nmc|lco|nca|lifepo4|it|them) ${upTo(4)})?(?:above|over|beyond|past|higher than|exceeding) ${upTo(4)}(?:max|maximum|limit|upper|cutoff|cut ?off|rated|rating|100 percent|4\\.[2-9]\\d* ?v|5(?:\\.\\d)? ?v)`,
      },
      {
        verbs: 'go exceed',
        objects:
          '(?:(?:over|above|past|beyond|the) ){0,2}(?:max|maximum|upper|top) (?:charge |charging |cell )?(?:voltage|limit)',
      },
    ],
    except:
      / (what happens (?:if|when)|\d ?c|c\d|high voltage|lco|protection|prevent\w*|additive|c rate|current|temperature|degc|lnmo|how far) /u,
    ko: /과충전(을|를)? ?(일부러 ?|고의로 ?)?(하는 (법|방법)|해도|해 ?보|하려|하고 싶|시켜|시키|하면 안|할까|시킬|해서|좀 해)|\d ?v ?(를|을)? ?(넘게|넘겨|초과).{0,6}충전|(상한|최대|한계|정격).{0,8}(넘|초과|이상).{0,8}충전/u,
    why: {
      en: 'Above its upper voltage a cell plates lithium and breaks down its electrolyte: it heats up and may burn, at once or in later use.',
      ko: '상한 전압을 넘으면 리튬이 석출되고 전해액이 분해되어, 셀이 가열되고 바로 또는 나중에 불이 날 수 있습니다.',
    },
    instead: joined(
      { en: 'Keep to the upper voltage in the data sheet.', ko: '데이터시트의 상한 전압을 지키세요.' },
      abuseTest,
    ),
  },
];
