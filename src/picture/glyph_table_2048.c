/* Written by tools/make_glyphs.c; do not edit. */
#include "picture/picture_steps.h"

/* clang-format off */
const struct glyph_template trey_glyph_table_2048[2][10] = {
  { /* clear-sans-latin-700-normal.woff */
    {0.763f, /* 0 */
     "0037bcca720003aeffffea3029efeddefe814dfe9459efd47efc3004cfe6aff910019ff9bff600007ffbcfe500006ffcdfe400005efcdfe400005efccfe500006ffccff600007ffbaff81001aff98efb3003cfe74dfe9559efd429efeccefe9104aeffffea300039bccb8300"},
    {0.460f, /* 1 */
     "00000027cdca0000025bffdc111247cfffec89abdeffffecceefffffffecabccccefffec2233349effec0000028effec0000027effec0000027effec0000027effec0000027effec0000027effec0000027effec0000027effec0000027effec0000027effdc0000027deedb"},
    {0.715f, /* 2 */
     "026acdcb83003aefffffeb409effeeeffeb26ceb646bffe515941015efe600100004efe600000016efe40000003bffc20000018efe81000017efea2000016dffb3000016dfec4000016dfeb4000017dfeb4100007dffd8555554dffffeeeeeecdffffffffffdceeeeeeeeeec"},
    {0.665f, /* 3 */
     "249cdeedb7315beeeeefed83aefedddeffe849c95448efea12520013cffb00000014cfe90001235aefc60015bcdeec520016deffd8210015bcdeee9400113459dfe900000002aefc001000019efd14621112aefd7bda6569effbceeedddeffd86bdeeeeeec72248bcdcc9621"},
    {0.827f, /* 4 */
     "0000004cdc40000001aefe50000016effe5000003cfffe5000019efefe500005dfcbfe50002bfe69fe50017ee929fe5003cfc419fe502afe6119fe505efa2019fe50cfe7444afe74dffddddeffecdffffffffffebcccccdeffdb3333334afe7300000019fe5000000018ed40"},
    {0.726f, /* 5 */
     "03cdddddddc305ffffffffe307ffeeeeeed308ffa66666611afe600000001bfd533310001cfebcdca5002cffffffffa12dffffffffe53bc94138effb133100019ffe000000005ffe000000006ffe15830002affd7efb767beff8afffeeefffd329efffffeb300159bcca6200"},
    {0.726f, /* 6 */
     "0015acddca61016ceffffec305dffecdee811aefc63369304dfe610001007efc31221000aefb68aa8410cefeeeffed71cefffeefffd4defd8559efe9def82002affbcef810017efdbefa10006efc8efc31019ffb4dfea547dfe819efeddeffc4029deeeeec510027bcdc9410"},
    {0.771f, /* 7 */
     "cdeeeeeeeedccdeeeeeeeedcbcccccddffeb55555568efd811111126dfc500000039eea20000004bfd710000019dfa40000001bef820000015eee300000028fec10000004cfd810000018dfc40000003afe920000006cfd61000001adfb40000013dee720000015eee410000"},
    {0.732f, /* 8 */
     "025acddca52017ceeeefec714dfecaacefd47efc5225cfe89ef910029fe97efb3113bfe74cfe9449eeb316cfeddeeb51028effffd61018dfecdefc716dfe9449efd5befa2002afeacfe610016eeccfe610017eecbefb5335bfeb7efecbbcefd728deeeeeec82026acddca620"},
    {0.717f, /* 9 */
     "0148bcca730016beffffea404cefeddefe928efd7559efd6bffa2003cff9cfe710019ffbcfe710007efccffa20018efd9ffe8557cffd5dfffeeffffd17ceffeddffc0158bb97affb00011112cff801110015efe50587447bfeb32aedcbdffc614ceffffec72027acddca5100"},
  },
  { /* LiberationSans-Bold.ttf */
    {0.687f, /* 0 */
     "0148bccb830004beffffeb4029dfdaadfe925dfd6337dfd58efb3003bff8afe920029ffabfe810018ffcbfe810018ffdcfe710017efdcfe710017efdbfe810018ffdbfe810018ffc9ffa20029ffa7efb3003bfe74cee8448dfc429efdbbdfe81039deeeed9300037bccb7300"},
    {0.688f, /* 1 */
     "0026bdda3000139dfffc30006beeeffc3000bed8bffc3000bb529efc300053118efc300000018efc300000018efc300000018efc300000018efc300000018efc300000018efc300000018efc300000018efc300011129ffc41118999cffea998deeeffffeeedceeeeeeeeeec"},
    {0.695f, /* 2 */
     "0148bccb841015cffffffd614dffdccdffd48efd6336eff89dd91002bffa34530001bffa00000004dff80000003bffd4000002aefe8100003bffe9100014bffe9200004cffd7100004cffc5100002befc51000008efe83222222cfffcbbbbbbaeffffffffffddeeeeeeeeeec"},
    {0.707f, /* 3 */
     "126acddca62027deeeeeed616dfecaadffc49deb5238efd78bb71003cfd822320014cfd700001127efc4000179adec710002befec6100002adeeeb510001568beec500000013bfeb344200028fedbcc610029fedbeeb5226cfeb8efecaadefd738deeeeeed92237cdeedc721"},
    {0.785f, /* 4 */
     "0000019cda20000016effc2000002bfffc3000017eeefc300003ceadfc300018ec5cfc30003de73cfc30019eb22cfc3004de602cfc302bf9102cfc306ee5113cfc31cfd6557dfd75dffeeeefffecceeeeeefffed6666668dfd860111113cfc300000002cfc300000002beb20"},
    {0.694f, /* 5 */
     "3deeeeeeeed34effffffffe44efe777777625ffd100000006ffc000000006ffb134420007ffc8cddc7108fffffffffb29fffebbeffe78ccb3004dffc111100008ffe000000005efe223100005ffebcc600019ffdbffd6348eff85effeddeffd306cfffffea300037aba95200"},
    {0.685f, /* 6 */
     "0126bcdca510028effffed6117efebbdefc33cfe9325cdc67efc30015642aef811111100cfe725775200dfe9bdeeeb51effeeeefffc4effe9448dfeaeffb21029ffddff810016efebff910016efe9efb20018ffd5dfe8325cfea29efeaacefd602aefeefed710138cddda621"},
    {0.703f, /* 7 */
     "bddddddddddbbdeeeeeeefec8999999aceeb33444446ded800000026eda50000005aec63000001adf921000014ded611000027fea30000017dfd41000001aeeb21000013dfd810000027efc50000003aef930000004cef720000005eff520000006eee410000016eee310000"},
    {0.703f, /* 8 */
     "1259cddca52117deeeeeed825dfeb78befd58efd4114dfe8aefb2002bfea8efb2012bfe95dfd6225dfd517dedaaded71028dffffd82028dedbbded937dfd5225cfe8bef910018efcdfe710017efddfe810017efdbefb3113bffb7efea77aefe828deeeeeed92126acddca621"},
    {0.687f, /* 9 */
     "0159cccb731018dfffffea406dffcabdfd92bffc5337efd5dff91013bfe8efe71002affaefe710029ffbdff92013bffcaffd7448effc5dffeddeeffc16cefedbaefc014798648efb01111112aff946751014cfe77ddb6459eec35dfecacefd7117ceeeeec820026accca6200"},
  },
};
