// A bot for {{game}}. It plays any legal move; make it play a better one in choose().
// Everything it prints to standard error ends up in its log.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Bot {
    static final Random RANDOM = new Random();

    /** position is the board as text, moves are all moves so far, legal is what you may play. */
    static String choose(String position, List<String> moves, List<String> legal) {
        return legal.get(RANDOM.nextInt(legal.size()));
    }

    // Just enough JSON for messages of one line whose texts hold no quotation marks.
    static String field(String line, String name) {
        Matcher found = Pattern.compile("\"" + name + "\":\"?([^\",}]*)").matcher(line);
        return found.find() ? found.group(1).replace("\\n", "\n") : "";
    }

    static List<String> list(String line, String name) {
        List<String> texts = new ArrayList<>();
        Matcher found = Pattern.compile("\"" + name + "\":\\[([^\\]]*)\\]").matcher(line);
        if (found.find()) {
            Matcher text = Pattern.compile("\"([^\"]*)\"").matcher(found.group(1));
            while (text.find()) {
                texts.add(text.group(1));
            }
        }
        return texts;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String type = field(line, "type");
            if (type.equals("hello")) {
                System.out.println("{\"type\":\"ready\",\"version\":1}");
            } else if (type.equals("turn")) {
                String move = choose(field(line, "position"), list(line, "moves"), list(line, "legal"));
                System.out.println("{\"id\":" + field(line, "id") + ",\"move\":\"" + move + "\"}");
            } else {
                break;
            }
        }
    }
}
